# The settings: `tertulia config` and the file settings.toml.
settings-unknown = { $where }: there is no setting “{ $key }”; there are { $known }.
settings-value = { $where }: { $key } cannot be “{ $value }”; allowed are { $allowed }.
settings-table = { $where }: “{ $key }” goes in brackets, on a line of its own: [{ $key }].
settings-no-toml = { $where }: this is no TOML ({ $why }); write lines such as “{ $example }”.
settings-unreadable = { $where }: it cannot be read ({ $why }); delete it to begin anew.
settings-unwritable = { $where }: it cannot be written ({ $why }); the setting holds for today only.
settings-kept-value = { $where }: { $key } cannot be “{ $value }” and is not used; allowed are { $allowed }.
settings-kept-names = { $where }: { $key } cannot be “{ $value }” and is not used; it is { $least } to { $most } names that differ, without signs: ["Ana", "Luis"].
settings-kept-unknown = { $where }: there is no { $key }, so it is not used; there are { $known }.
settings-unkept = { $where }: it cannot be written ({ $why }); the setting was not kept.
settings-file = Settings in { $path }
settings-row = { $key } = { $value }
settings-set = { $key } = { $value }, from now on.
