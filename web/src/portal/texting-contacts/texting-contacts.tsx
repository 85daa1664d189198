import { BookUser, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { TextingContact } from '../../../generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { contactName } from '../texting/conversation-title.ts'
import { NewConversationDialog } from '../texting/new-conversation-dialog.tsx'
import styles from '../texting/texting-page.module.css'
import { ContactDialog } from './contact-dialog.tsx'
import { type ContactAction, ContactTable } from './contact-table.tsx'

const PAGE = 50

export function TextingContacts() {
  const { client } = usePortal()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<ContactAction | { kind: 'new' }>()
  const search = useDeferredValue(typed.trim())
  const contacts = useLoaded(`${page} ${search}`, (signal) =>
    client.page('GET /texting/v2/contacts', { page, per_page: PAGE, ...(search && { search }) }, signal),
  )
  const close = () => setOpen(undefined)
  async function remove({ id }: TextingContact) {
    await client.call('DELETE /texting/v2/contacts/{contact_id}', { contact_id: id })
    showToast(p.texting.contactDeleted)
    contacts.reload()
  }
  return (
    <div className={styles.pane}>
      <p className={styles.intro}>{p.texting.contactsIntro}</p>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label={p.texting.searchContacts}
            type="search"
            maxLength={200}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setPage(1)
            }}
          />
        </div>
        <Button icon={<Plus />} onClick={() => setOpen({ kind: 'new' })}>
          {p.texting.addContact}
        </Button>
      </div>
      {contacts.loading && !contacts.value && <LoadingState />}
      {contacts.error !== undefined && <ErrorState error={contacts.error} onRetry={contacts.reload} />}
      {contacts.value?.items.length === 0 && (
        <EmptyState icon={<BookUser />} title={search ? p.texting.nothingFound : p.texting.noContacts}>
          {search ? p.texting.noContactsFound(search) : p.texting.noContactsHint}
        </EmptyState>
      )}
      {contacts.value && contacts.value.items.length > 0 && (
        <>
          <ContactTable contacts={contacts.value.items} onOpen={setOpen} />
          <Pager page={contacts.value.page} pages={contacts.value.pages} onTurn={setPage} />
        </>
      )}
      {open?.kind === 'new' && <ContactDialog onClose={close} onSaved={contacts.reload} />}
      {open?.kind === 'edit' && (
        <ContactDialog contact={open.contact} onClose={close} onSaved={contacts.reload} />
      )}
      {open?.kind === 'text' && (
        <NewConversationDialog
          recipients={[{ number: open.contact.number, name: contactName(open.contact) }]}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.texting.deleteContact}
          confirm={p.texting.deleteContact}
          onConfirm={() => remove(open.contact)}
          onClose={close}
        >
          {p.texting.deleteContactText(contactName(open.contact))}
        </ConfirmDialog>
      )}
    </div>
  )
}
