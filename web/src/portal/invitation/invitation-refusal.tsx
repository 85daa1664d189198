import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why there is nothing to accept: no such token, not valid any more, or the server could not be asked. */
export function InvitationRefusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const texts = p.users.invitationPage
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) {
    return (
      <EntrancePage title={texts.unknownTitle}>
        <Notice look="warning">{texts.unknown}</Notice>
      </EntrancePage>
    )
  }
  if (status === 410) {
    return (
      <EntrancePage title={texts.overTitle}>
        <Notice look="warning">{messageOf(error)}</Notice>
        <p>{texts.overHelp}</p>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={texts.failedTitle}>
      <Notice look="danger">{messageOf(error)}</Notice>
      <Button onClick={onRetry}>{t.ui.tryAgain}</Button>
    </EntrancePage>
  )
}
