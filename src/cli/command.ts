import type { Config, ConfigOverrides } from '../config/config.ts'

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
  /** the arguments in the usage line; every command also takes --data-dir and --help */
  usage: string
  /** the names of the required arguments */
  arguments: readonly string[]
  /** the names of the optional arguments after them */
  optional?: readonly string[]
  options: Options
  /** Settings from its options, which override the environment. */
  configure?(values: Values<Options>): ConfigOverrides
  run(args: { positionals: string[]; values: Values<Options> }, config: Config): Promise<void>
}

/** Types the options for `run`, and hides these types so that all commands fit into one table. */
export function command<const Options extends Record<string, Option>>(definition: Command<Options>): Command {
  return {
    ...definition,
    configure: (values) => definition.configure?.(values as Values<Options>) ?? {},
    run: ({ positionals, values }, config) =>
      definition.run({ positionals, values: values as Values<Options> }, config),
  }
}
