#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/bundle/main.js', import.meta.url)
if (!existsSync(built)) {
  console.error('switchboard is not built yet. Run "npm run build" first.')
  process.exit(1)
}
const { main } = await import(built.href)
process.exitCode = await main(process.argv.slice(2))
