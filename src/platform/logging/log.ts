import { type Logger as PinoLogger, pino } from 'pino'
import { type LogDestination, openLogDestination } from './log-destination.ts'
import { scopeFields } from './scope.ts'

export type Logger = PinoLogger

/** Headers and parameters that carry secrets never reach the log. */
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
  // One per process, so that waiting lines keep their order.
  destination ??= openLogDestination(STANDARD_ERROR)
  return pino({ level, redact: { paths: secretPaths, censor: '[secret]' }, mixin: scopeFields }, destination)
}

export const countDroppedLogLines = (): number => destination?.dropped ?? 0
