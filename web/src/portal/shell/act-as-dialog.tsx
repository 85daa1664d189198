import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from './portal-context.ts'

/** A key is the company's; which of its users works with it is chosen here. */
export function ActAsDialog({
  onClose,
  onSwitch,
}: {
  onClose: () => void
  onSwitch: (userId: string) => void
}) {
  const { client, user } = usePortal()
  const users = useLoaded('users', (signal) =>
    client.call('GET /system/company/contacts', { items_per_page: 100 }, undefined, signal),
  )
  return (
    <Dialog title={p.shell.actAs} size="small" onClose={onClose}>
      {users.loading && <LoadingState />}
      {users.error !== undefined && <ErrorState error={users.error} onRetry={users.reload} />}
      {users.value
        ?.filter((contact) => contact.activated)
        .map((contact) => (
          <Button key={contact.id} disabled={contact.id === user.id} onClick={() => onSwitch(contact.id)}>
            {contact.first_name} {contact.last_name}
          </Button>
        ))}
    </Dialog>
  )
}
