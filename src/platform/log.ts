import { destination, type Logger as PinoLogger, pino } from 'pino'

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

export function createLogger(level: string): Logger {
  return pino(
    { level, redact: { paths: secretPaths, censor: '[secret]' } },
    destination({ dest: 2, sync: true }),
  )
}
