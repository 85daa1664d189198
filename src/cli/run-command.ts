import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import type { Command } from './command.ts'
import { usageLine } from './help-text.ts'
import { UsageMistake } from './usage-mistake.ts'

export async function runCommand(
  name: string,
  summary: string,
  command: Command,
  argv: string[],
): Promise<void> {
  const { values, positionals } = parse(command, argv)
  const { help, 'data-dir': dataDir, ...own } = values
  if (help) {
    console.log(`${usageLine(name, command)}\n\n${summary}`)
    return
  }
  checkPositionals(command, positionals)
  const config = readConfig({
    ...command.configure?.(own),
    ...(typeof dataDir === 'string' && { dataDir }),
  })
  await command.run({ positionals, values: own }, config)
}

function parse(command: Command, argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { ...command.options, 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error
    // The remaining sentences explain how to pass a value that looks like an option.
    throw new UsageMistake(`${(error as Error).message.split(/\.\s|\n/)[0]!.replace(/\.$/, '')}.`)
  }
}

function checkPositionals(command: Command, positionals: string[]): void {
  const missing = command.arguments[positionals.length]
  if (missing !== undefined) throw new UsageMistake(`${missing} is missing.`)
  const extra = positionals[command.arguments.length + (command.optional?.length ?? 0)]
  if (extra !== undefined) {
    throw new UsageMistake(`Unexpected argument '${extra}'. Put quotes around a name with spaces.`)
  }
}
