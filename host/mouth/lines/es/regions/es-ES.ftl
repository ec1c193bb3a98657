# Palabras de España. Las mismas de es-419.ftl, que se carga en su lugar en América.
-baza = baza
-bazas = bazas
-Baza = Baza
-este-ordenador = este ordenador
-enhorabuena = ¡Enhorabuena!
