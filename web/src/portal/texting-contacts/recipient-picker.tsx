import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { contactName } from './conversation-title.ts'
import styles from './recipient-picker.module.css'

export interface Recipient {
  number: string
  name: string
}

interface RecipientPickerProps {
  recipients: readonly Recipient[]
  onChange: (recipients: readonly Recipient[]) => void
  /** the text in the field that is not added yet */
  typed: string
  onType: (text: string) => void
  error: string | undefined
}

const SHOWN = 20

/** Numbers and contacts, one after the other. */
export function RecipientPicker({ recipients, onChange, typed, onType, error }: RecipientPickerProps) {
  const { client } = usePortal()
  const list = useId()
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: portalKeys.contacts.find(search),
    queryFn: ({ signal }) =>
      client.call('GET /texting/v2/contacts', { per_page: SHOWN, ...(search && { search }) }, undefined, {
        signal,
      }),
  })
  /** The name of a contact means its number. */
  function recipientOf(text: string): Recipient {
    const contact = found.data?.find((one) => one.number === text || contactName(one) === text)
    return contact ? { number: contact.number, name: contactName(contact) } : { number: text, name: text }
  }
  function add() {
    const text = typed.trim()
    if (text === '') return
    const recipient = recipientOf(text)
    if (!recipients.some(({ number }) => number === recipient.number)) onChange([...recipients, recipient])
    onType('')
  }
  function addByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.picker}>
      {recipients.length > 0 && (
        <ul className={styles.chosen} aria-label={p.texting.recipients}>
          {recipients.map((recipient) => (
            <li key={recipient.number}>
              {recipient.name}
              <IconButton
                label={p.texting.removeRecipient(recipient.name)}
                onClick={() => onChange(recipients.filter((one) => one !== recipient))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <div className={styles.field}>
          <TextField
            label={p.texting.recipients}
            list={list}
            maxLength={40}
            autoComplete="off"
            hint={p.texting.recipientsHint}
            error={error}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={addByEnter}
          />
          <datalist id={list}>
            {found.data?.map((contact) => (
              <option key={contact.id} value={contact.number}>
                {contactName(contact)}
              </option>
            ))}
          </datalist>
        </div>
        <IconButton label={p.texting.addRecipient} className={styles.add} onClick={add}>
          <UserRoundPlus />
        </IconButton>
      </div>
    </div>
  )
}
