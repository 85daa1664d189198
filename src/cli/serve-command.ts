import { command } from './command.ts'

export const serveCommand = command({
  usage: '[--development [--demo]] [--port N] [--host H]',
  arguments: [],
  options: {
    development: { type: 'boolean' },
    demo: { type: 'boolean' },
    port: { type: 'string' },
    host: { type: 'string' },
  },
  configure: ({ demo: _demo, ...overrides }) => overrides,
  async run({ values }, config) {
    const { runServer } = await import('../server/run-server.ts')
    await runServer(config, { demo: values.demo })
  },
})
