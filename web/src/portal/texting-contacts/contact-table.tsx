import { MessageSquareText, Pencil, Trash2 } from 'lucide-react'
import type { TextingContact } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton, Table } from '../../ui/table.tsx'
import { contactName } from '../texting/conversation-title.ts'
import styles from '../texting/texting-page.module.css'

export interface ContactAction {
  kind: 'edit' | 'delete' | 'text'
  contact: TextingContact
}

export function ContactTable({
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
