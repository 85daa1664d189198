import type { TextingContact } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { BookUser, MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from '../texting/texting-page.module.css'
import { ContactDialog } from './contact-dialog.tsx'
import { contactName } from './conversation-title.ts'
import { NewConversationDialog } from './new-conversation-dialog.tsx'

const PAGE = 50

export function TextingContacts() {
  const { client } = usePortal()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<ContactAction | { kind: 'new' }>()
  const search = useDeferredValue(typed.trim())
  const contacts = useQuery({
    queryKey: portalKeys.contacts.page(page, search),
    queryFn: ({ signal }) =>
      client.page(
        'GET /texting/v2/contacts',
        { page, per_page: PAGE, ...(search && { search }) },
        { signal },
      ),
  })
  const close = () => setOpen(undefined)
  async function remove({ id }: TextingContact) {
    await client.call('DELETE /texting/v2/contacts/{contact_id}', { contact_id: id })
    showToast(p.texting.contactDeleted)
    void contacts.refetch()
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
      {contacts.isFetching && !contacts.data && <LoadingState />}
      {contacts.error !== null && <ErrorState error={contacts.error} onRetry={contacts.refetch} />}
      {contacts.data?.items.length === 0 && (
        <EmptyState icon={<BookUser />} title={search ? p.texting.nothingFound : p.texting.noContacts}>
          {search ? p.texting.noContactsFound(search) : p.texting.noContactsHint}
        </EmptyState>
      )}
      {contacts.data && contacts.data.items.length > 0 && (
        <>
          <ContactTable contacts={contacts.data.items} onOpen={setOpen} />
          <Pager page={contacts.data.page} pages={contacts.data.pages} onTurn={setPage} />
        </>
      )}
      {open?.kind === 'new' && <ContactDialog onClose={close} onSaved={() => void contacts.refetch()} />}
      {open?.kind === 'edit' && (
        <ContactDialog contact={open.contact} onClose={close} onSaved={() => void contacts.refetch()} />
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

interface ContactAction {
  kind: 'edit' | 'delete' | 'text'
  contact: TextingContact
}

function ContactTable({
  contacts,
  onOpen,
}: {
  contacts: readonly TextingContact[]
  onOpen: (action: ContactAction) => void
}) {
  return (
    <Table label={p.texting.contacts} headings={[p.texting.name, p.texting.number, p.texting.email, '']}>
      {contacts.map((contact) => {
        const name = contactName(contact)
        return (
          <tr key={contact.id}>
            <td>
              <RowButton onClick={() => onOpen({ kind: 'edit', contact })}>{name}</RowButton>{' '}
              {contact.opted_out && <Badge look="warning">{p.texting.wantsNoTexts}</Badge>}
            </td>
            <td>{showNumber(contact.number)}</td>
            <td>{contact.email}</td>
            <td>
              <div className={styles.actions}>
                <IconButton
                  label={p.texting.textContact(name)}
                  onClick={() => onOpen({ kind: 'text', contact })}
                >
                  <MessageSquareText />
                </IconButton>
                <IconButton
                  label={p.texting.editNamed(name)}
                  onClick={() => onOpen({ kind: 'edit', contact })}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  label={p.texting.deleteNamed(name)}
                  onClick={() => onOpen({ kind: 'delete', contact })}
                >
                  <Trash2 />
                </IconButton>
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
