import { type ChildProcess, spawn } from 'node:child_process'

/** A program in a process group of its own, which is killed as a whole: it may leave workers behind. */
export interface ProcessGroup {
  readonly child: ChildProcess
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Sends a signal to all of it. */
  signal(name: NodeJS.Signals): void
}

/** It ends by itself after some seconds, if we do not live to end it. */
export function startProcessGroup(seconds: number, command: readonly string[]): ProcessGroup {
  const args = ['--kill-after=5', String(seconds), ...command]
  const child = spawn('timeout', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  function signal(name: NodeJS.Signals): void {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // It is gone already.
    }
  }
  const killNow = () => signal('SIGKILL')
  process.once('exit', killNow)
  return {
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((done) => child.once('close', done))
      killNow()
      await ended
      process.off('exit', killNow)
    },
    signal,
  }
}
