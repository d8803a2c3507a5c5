"""The bundled adapters of real libraries, one folder a library, and what is known about each."""
