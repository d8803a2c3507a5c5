"""How exact bits become outcomes of a law: the samplers that the tape profiles describe."""
