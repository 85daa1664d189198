import { command } from './command.ts'

export const serveCommand = command({
  usage: '[--development] [--port N] [--host H]',
  arguments: [],
  options: {
    development: { type: 'boolean' },
    port: { type: 'string' },
    host: { type: 'string' },
  },
  configure: (values) => values,
  async run(_args, config) {
    const { runServer } = await import('../server/run-server.ts')
    await runServer(config)
  },
})
