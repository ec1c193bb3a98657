"""The mouth: voices that turn text into samples, and the lines the host says."""
