# Palabras de América. Las mismas de es-ES.ftl, que se carga en su lugar en España.
-baza = mano
-bazas = manos
-Baza = Mano
-este-ordenador = esta computadora
-enhorabuena = ¡Felicitaciones!
