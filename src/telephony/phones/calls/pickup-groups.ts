/** `sales, support`: the names of groups. */
export const readGroups = (names: unknown): string[] =>
  String(names)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
