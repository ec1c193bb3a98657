# Cómo habla el anfitrión y cuánto espera: lo que responde cuando se le pide otra cosa.
manner-slower = Más despacio. ¿Así?
    .usted = Más despacio. ¿Así está bien?
manner-slower-end = Más despacio no sé hablar.
manner-faster = Más rápido.
manner-faster-end = Más rápido ya no se me entendería.
manner-louder = Más alto.
manner-louder-end = Más alto ya no puedo; sube el altavoz.
    .usted = Más alto ya no puedo; suba el altavoz.
manner-softer = Más bajo.
manner-softer-end = Más bajo ya no se me oiría.
manner-time-more = El doble de tiempo para todo, también otras noches. Lo quita «con el tiempo de siempre».
manner-time-most = Ya hay diez veces más tiempo. Sin ninguno: «sin límite de tiempo».
manner-time-off = Sin límites de tiempo, también otras noches. Los pone «con el tiempo de siempre».
manner-time-usual = Los tiempos de siempre.
manner-speech-compact = Hablaré lo justo.
manner-speech-full = Lo contaré todo.
manner-earcons-off = Sin sonidos: lo diré con palabras.
manner-earcons-on = Con sonidos cortos.
manner-treatment-usted = De usted, entonces.
manner-treatment-usted-to = { $who }, de usted, entonces.
manner-treatment-tu = De tú, entonces.
manner-treatment-tu-to = { $who }, de tú, entonces.
manner-heard = Anotado.
manner-time-left = Quedan { $seconds ->
    [5] cinco
   *[other] diez
} segundos.
