import { type ChildProcess, spawn } from 'node:child_process'

/** A program in a process group of its own, which is killed as a whole: it may leave workers behind. */
export interface ProcessGroup {
  readonly child: ChildProcess
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** It ends by itself after some seconds, if we do not live to end it. */
export function startProcessGroup(seconds: number, command: readonly string[]): ProcessGroup {
  const args = ['--kill-after=5', String(seconds), ...command]
  const child = spawn('timeout', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  function killNow(): void {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
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
  }
}
