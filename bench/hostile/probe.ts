/**
 * Loaded into the server (`--import`): measures the longest piece of CPU time that its main thread spends without
 * letting a timer run. CPU time, because on a busy machine other programs make every pause longer. On SIGUSR2 it writes
 * the longest since the last time to a file.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const file = process.env.HOSTILE_PROBE_FILE!
/** Of the main thread, in nanoseconds, as the kernel counts it. */
const source = `/proc/self/task/${process.pid}/schedstat`
const cpuMs = () => Number(readFileSync(source, 'latin1').split(' ', 1)[0]) / 1e6

let longest = 0
let before = cpuMs()
setInterval(() => {
  const now = cpuMs()
  longest = Math.max(longest, now - before)
  before = now
}, 1).unref()

let count = 0
process.on('SIGUSR2', () => {
  count += 1
  longest = Math.max(longest, cpuMs() - before)
  writeFileSync(`${file}.new`, JSON.stringify({ count, longest }))
  renameSync(`${file}.new`, file)
  longest = 0
})
