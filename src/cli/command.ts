import type { Config, ConfigOverrides } from '../config.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** may be given several times */
  multiple?: boolean
}

type Values<Options> = {
  [Name in keyof Options]?: Options[Name] extends { type: 'boolean' }
    ? boolean
    : Options[Name] extends { multiple: true }
      ? string[]
      : string
}

export interface Command<Options extends Record<string, Option> = Record<string, Option>> {
  /** what follows the command's name; every command also takes --data-dir and --help */
  usage: string
  /** the names of its arguments, all of them required */
  arguments: readonly string[]
  /** those that may follow them */
  optional?: readonly string[]
  options: Options
  /** Settings that its options take precedence over. */
  configure?(values: Values<Options>): ConfigOverrides
  run(args: { positionals: string[]; values: Values<Options> }, config: Config): Promise<void>
}

/** Lets `run` see its own options with their types, and all commands stand in one table. */
export function command<const Options extends Record<string, Option>>(definition: Command<Options>): Command {
  return definition as unknown as Command
}
