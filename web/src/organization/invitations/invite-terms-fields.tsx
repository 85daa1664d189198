import { useChat } from '../../chat/state/workspace.ts'
import { o } from '../../texts/organization-texts.ts'
import { CheckField, SelectField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import { RoleSelect, roles } from '../people/roles.tsx'
import { openStreams } from '../realm-settings/stream-select.tsx'
import type { InviteTerms } from './invite-terms.ts'

const expiries = [1_440, 4_320, 14_400, 43_200] as const

/** Role, streams and time, for invitations by mail and by link. */
export function InviteTermsFields({
  terms,
  onChange,
}: {
  terms: InviteTerms
  onChange: (terms: InviteTerms) => void
}) {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const streams = useChat(openStreams)
  const texts = o.invitations
  const set = (change: Partial<InviteTerms>) => onChange({ ...terms, ...change })
  const { streamIds, minutes } = terms
  return (
    <>
      <div className={styles.grid}>
        <RoleSelect
          label={texts.role}
          value={terms.role}
          offered={isAdmin ? roles : roles.filter((role) => role !== 'administrator')}
          onChange={(role) => set({ role })}
        />
        <SelectField
          label={texts.expires}
          value={minutes ?? ''}
          onChange={(event) =>
            set({ minutes: event.target.value === '' ? null : Number(event.target.value) })
          }
        >
          {expiries.map((time) => (
            <option key={time} value={time}>
              {texts.days(time / 1440)}
            </option>
          ))}
          <option value="">{texts.forEver}</option>
        </SelectField>
      </div>
      <CheckField
        label={texts.defaults}
        hint={texts.defaultsHint}
        checked={terms.includeDefaults}
        onChange={(event) => set({ includeDefaults: event.target.checked })}
      />
      <CheckField
        label={texts.notify}
        checked={terms.notify}
        onChange={(event) => set({ notify: event.target.checked })}
      />
      <fieldset className={styles.group}>
        <legend>{texts.streams}</legend>
        <div className={styles.choices}>
          {streams.map(({ stream_id: id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={streamIds.includes(id)}
              onChange={(event) =>
                set({
                  streamIds: event.target.checked
                    ? [...streamIds, id]
                    : streamIds.filter((one) => one !== id),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
