import type { Owner } from '../../platform/concurrency/fair-queue.ts'
import { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { WorkNotDone } from '../../platform/threads/work-thread.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import type { RenderedMarkdown } from './markdown-context.ts'
import type { MarkdownRequest } from './markdown-work.ts'

/** Starts when a thread has the text. A long message full of code takes a tenth of it. */
const DEADLINE_MS = 500

/** Shared by all servers in the process. */
const pool = new ThreadPool<MarkdownRequest, RenderedMarkdown | string[]>({
  file: new URL('./markdown-thread.js', import.meta.url),
  threads: 2,
  threadsEach: 1,
  deadlineMs: DEADLINE_MS,
  queueTimeoutMs: 10 * DEADLINE_MS,
  waitingEach: 1000,
})

export type NotDone = WorkNotDone['reason']

/** How often each reason occurred. */
export const markdownNotDone: Record<NotDone, number> = { deadline: 0, queue: 0, crash: 0 }

/** Returns the result, or the reason why there is none. */
export async function askMarkdownThread<Answer extends RenderedMarkdown | string[]>(
  { log }: Pick<ChatPlatform, 'log'>,
  owner: Owner,
  request: MarkdownRequest,
): Promise<Answer | NotDone> {
  try {
    return (await pool.run(owner, request)) as Answer
  } catch (error) {
    if (!(error instanceof WorkNotDone)) throw error
    markdownNotDone[error.reason] += 1
    log.warn(
      { err: error, ...owner, reason: error.reason },
      'rendering or comparing a text failed or took too long',
    )
    return error.reason
  }
}
