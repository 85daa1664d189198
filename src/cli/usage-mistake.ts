/** The command line is wrong: told together with how it should be. */
export class UsageMistake extends Error {}

/** One of a few words, or nothing. */
export function checkChoice<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined
  throw new UsageMistake(`${option} must be one of ${choices.join(', ')}, not '${value}'.`)
}
