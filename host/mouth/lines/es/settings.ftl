# Los ajustes: `tertulia config` y el archivo settings.toml.
settings-unknown = { $where }: no hay ningún ajuste «{ $key }»; hay { $known }.
settings-value = { $where }: { $key } no puede ser «{ $value }»; vale { $allowed }.
settings-table = { $where }: «{ $key }» va entre corchetes, en una línea suya: [{ $key }].
settings-no-toml = { $where }: no es TOML ({ $why }); escribe líneas como «{ $example }».
settings-unreadable = { $where }: no se puede leer ({ $why }); bórralo y se empieza de nuevo.
settings-unwritable = { $where }: no se puede escribir ({ $why }); por ahora el ajuste vale solo hoy.
settings-kept-value = { $where }: { $key } no puede ser «{ $value }», así que no cuenta; vale { $allowed }.
settings-kept-names = { $where }: { $key } no puede ser «{ $value }», así que no cuenta; son entre { $least } y { $most } nombres distintos, sin signos: ["Ana", "Luis"].
settings-kept-unknown = { $where }: no hay ningún { $key }, así que no cuenta; hay { $known }.
settings-unkept = { $where }: no se puede escribir ({ $why }); el ajuste no se ha guardado.
settings-file = Ajustes en { $path }
settings-row = { $key } = { $value }
settings-set = { $key } = { $value }, desde ahora.
