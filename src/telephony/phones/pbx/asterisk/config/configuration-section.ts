type Value = string | number

/** A section of a configuration file of Asterisk. `lists` are settings that it may have several times. */
export function section(
  name: string,
  values: Readonly<Record<string, Value>>,
  sign: '=' | '=>' = '=',
  lists: Readonly<Record<string, readonly Value[]>> = {},
): string {
  const several = Object.entries(lists).flatMap(([key, all]) => all.map((value) => [key, value] as const))
  const lines = [...Object.entries(values), ...several].map(([key, value]) => `${key} ${sign} ${value}\n`)
  return `\n[${name}]\n${lines.join('')}`
}
