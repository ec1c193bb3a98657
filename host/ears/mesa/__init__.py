"""es-mesa: our own small Spanish model for Vosk, with a graph built on the spot.

Pure Python: writing a model folder for sixty phrases takes milliseconds, and needs neither
OpenFst nor Vosk.
"""

from host.ears.mesa.graph import Costs, Phrase
from host.ears.mesa.model import MesaError, check_base, mesa_folder, write_model

__all__ = ["Costs", "MesaError", "Phrase", "check_base", "mesa_folder", "write_model"]
