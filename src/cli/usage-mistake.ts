/** The command line is wrong: shown together with the usage. */
export class UsageMistake extends Error {}

/** Checks that an option has one of a few values, if it is given. */
export function checkChoice<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined
  throw new UsageMistake(`${option} must be one of ${choices.join(', ')}, not '${value}'.`)
}
