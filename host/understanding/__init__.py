"""What was meant by what was heard: text, sounds, numbers, phrases and the answer judge."""
