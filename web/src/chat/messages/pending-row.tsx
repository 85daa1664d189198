import { CircleAlert } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import row from './message-row.module.css'
import styles from './pending-row.module.css'

/** A message that was sent and has not arrived, as it was written. */
export function PendingRow({ pending }: { pending: PendingMessage }) {
  const name = useChat((state) => state.me.fullName)
  const { outbox } = useWorkspace()
  const { localId, content, conversation, error } = pending
  const takeBack = () => {
    outbox.discard(localId)
    requestCompose({ conversation, insert: content })
  }
  return (
    <article className={classNames(row.row, row.first)} aria-label={t.messages.pendingOf(name)}>
      <div />
      <div className={row.main}>
        <p className={styles.content}>{content}</p>
        {error === undefined ? (
          <p className={styles.state}>
            <Spinner />
            {t.messages.sending}
          </p>
        ) : (
          <div className={styles.refused} role="alert">
            <p>
              <CircleAlert />
              {t.messages.notSent(error)}
            </p>
            <div className={styles.choices}>
              <Button size="small" onClick={() => outbox.retry(localId)}>
                {t.ui.tryAgain}
              </Button>
              <Button size="small" onClick={takeBack}>
                {t.messages.backToCompose}
              </Button>
              <Button size="small" look="quiet" onClick={() => outbox.discard(localId)}>
                {t.messages.discard}
              </Button>
            </div>
          </div>
        )}
      </div>
    </article>
  )
}
