import { ChatError } from './chat/chat-error.ts'
import { ImportRefused } from './chat/organization/import/import-refused.ts'
import { commands } from './cli/commands.ts'
import { helpText, usageLine } from './cli/help-text.ts'
import { runCommand } from './cli/run-command.ts'
import { UsageMistake } from './cli/usage-mistake.ts'
import { ConfigError } from './config/config.ts'
import { DatabaseUnavailable } from './platform/database/database-unavailable.ts'
import { ArchiveRefused } from './platform/files/archive-refused.ts'
import { MoveRefused } from './platform/move/move-refused.ts'
import { NodeRefused } from './platform/nodes/join-nodes.ts'
import { VERSION } from './platform/program.ts'
import { RedisUnavailable } from './platform/redis/redis-unavailable.ts'
import { Problem } from './telephony/problem.ts'

/** Runs the command that the arguments name. Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function main(argv: string[]): Promise<number> {
  const [word, ...rest] = argv
  // `help COMMAND` is `COMMAND --help`.
  const [name, ...args] = word === 'help' && rest[0] !== undefined ? [rest[0], '--help'] : [word, ...rest]
  switch (name) {
    case 'help':
    case '--help':
    case '-h':
      console.log(helpText())
      return 0
    case 'version':
    case '--version':
      console.log(`switchboard ${VERSION}`)
      return 0
    case undefined:
      console.error(helpText())
      return 2
  }
  const listed = commands.get(name)
  if (!listed) {
    console.error(`Unknown command '${name}'.\n\n${helpText()}`)
    return 2
  }
  const command = await listed.load()
  try {
    await runCommand(name, listed.summary, command, args)
    return 0
  } catch (error) {
    if (error instanceof UsageMistake) {
      console.error(`${error.message}\n${usageLine(name, command)}`)
      return 2
    }
    console.error(isExpected(error) ? error.message : error)
    return 1
  }
}

function isExpected(error: unknown): error is Error {
  return [
    ConfigError,
    ChatError,
    Problem,
    DatabaseUnavailable,
    RedisUnavailable,
    NodeRefused,
    MoveRefused,
    ArchiveRefused,
    ImportRefused,
  ].some((kind) => error instanceof kind)
}
