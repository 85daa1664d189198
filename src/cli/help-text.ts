import type { Command } from './command.ts'
import { commands } from './commands.ts'

export function helpText(): string {
  const widest = Math.max(...[...commands.keys()].map((name) => name.length))
  return [
    'Usage: switchboard COMMAND [ARGUMENTS]',
    '',
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`),
    `  ${'version'.padEnd(widest)}  Print the version.`,
    '',
    'Run switchboard COMMAND --help for more about a command. Every command takes --data-dir DIR; the other',
    'settings come from the environment: PORT, HOST, PUBLIC_URL, DATA_DIR, DATABASE_URL, LOG_LEVEL, ...',
  ].join('\n')
}

export function usageLine(name: string, { usage }: Command): string {
  return `Usage: switchboard ${name} ${usage}`.trimEnd()
}
