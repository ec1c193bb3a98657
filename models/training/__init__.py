"""How es-mesa is made: text, speech, augmentation, training, export, measuring."""
