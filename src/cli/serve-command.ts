import { runServer } from '../server/run-server.ts'
import { command } from './command.ts'

export const serveCommand = command({
  summary: 'Run the server.',
  usage: '[--development] [--port N] [--host H]',
  arguments: [],
  options: {
    development: { type: 'boolean' },
    port: { type: 'string' },
    host: { type: 'string' },
  },
  configure: (values) => values,
  run: (_args, config) => runServer(config),
})
