import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePortal } from './portal-context.ts'

/** While an owner acts as somebody else, every page says so. */
export function ActingBanner({ onStop }: { onStop: () => void }) {
  const { isActing, user } = usePortal()
  if (!isActing) return null
  return (
    <Notice look="warning">
      {p.shell.actingAs(`${user.first_name} ${user.last_name}`.trim())}{' '}
      <Button size="small" onClick={onStop}>
        {p.shell.stopActing}
      </Button>
    </Notice>
  )
}
