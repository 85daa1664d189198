import { type Logger as PinoLogger, pino } from 'pino'
import { type LogDestination, openLogDestination } from './log-destination.ts'

export type Logger = PinoLogger

/** Headers and parameters that carry secrets never reach the log, whatever is logged. */
const secretPaths = [
  'authorization',
  '*.authorization',
  'req.headers.authorization',
  'req.headers.cookie',
  'api_key',
  '*.api_key',
  'password',
  '*.password',
]

const STANDARD_ERROR = 2
let destination: LogDestination | undefined

export function createLogger(level: string): Logger {
  // One for the process: what waits to be written is in one order.
  destination ??= openLogDestination(STANDARD_ERROR)
  return pino({ level, redact: { paths: secretPaths, censor: '[secret]' } }, destination)
}

export const countDroppedLogLines = (): number => destination?.dropped ?? 0
