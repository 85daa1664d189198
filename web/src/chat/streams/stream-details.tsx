import { ArrowRight, Pencil, UserPlus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SavedCheck, useSavedValue } from '../../ui/saved-check.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { meetsPolicy } from '../people/meets-policy.ts'
import { matchesPerson } from '../people/sort-people.ts'
import { renderedHtml } from '../rendered-html.ts'
import type { KnownStream, Person, Subscription } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { useNumberOfStream } from '../texted/texted-notice.tsx'
import { AddPeopleDialog } from './add-people-dialog.tsx'
import { EditStreamDialog } from './edit-stream-dialog.tsx'
import { sortPersons } from './sort-streams.ts'
import styles from './stream-details.module.css'
import { StreamName } from './stream-name.tsx'
import { privacyOf, privacyText } from './stream-privacy.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { type OwnProperty, useChangeSubscription } from './use-change-subscription.ts'

/** A list with more than that gets a field to search in. */
const FEW = 8

/** Everything about one stream. */
export function StreamDetails({ stream }: { stream: KnownStream }) {
  const subscription = useChat((state) => state.subscriptions.get(stream.stream_id))
  const isAdmin = useChat((state) => state.me.isAdmin)
  const number = useNumberOfStream(stream.stream_id)
  const narrowHash = useNarrowHash()
  const [open, setOpen] = useState<'edit' | 'archive'>()
  const canRead = !stream.invite_only || subscription !== undefined
  return (
    <article className={styles.details} aria-label={stream.name}>
      <header className={styles.header}>
        <h2>
          <StreamName stream={stream} />
        </h2>
        <div className={styles.buttons}>
          {canRead && (
            <a className={styles.go} href={narrowHash({ kind: 'stream', streamId: stream.stream_id })}>
              {t.streams.open} <ArrowRight aria-hidden="true" />
            </a>
          )}
          <SubscribeButton stream={stream} />
          {isAdmin && (
            <Button size="small" icon={<Pencil />} onClick={() => setOpen('edit')}>
              {t.streams.edit}
            </Button>
          )}
        </div>
      </header>
      {stream.description === '' ? (
        <p className={styles.soft}>{t.streams.noDescription}</p>
      ) : (
        <div
          className={styles.description}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server, through the one door for that
          dangerouslySetInnerHTML={renderedHtml(stream.rendered_description)}
        />
      )}
      <p className={styles.facts}>
        <Badge>{stream.invite_only ? t.streams.kinds.private : t.streams.kinds.public}</Badge>
        <span>{privacyText(privacyOf(stream))}</span>
      </p>
      {stream.is_announcement_only && (
        <p className={styles.facts}>
          <Badge>{t.streams.kinds.announcements}</Badge>
          <span>{t.streams.announcementText}</span>
        </p>
      )}
      {number !== undefined && (
        <p className={styles.facts}>
          <Badge>{showNumber(number)}</Badge>
          <span>{t.streams.textingNumber}</span>
        </p>
      )}
      {!canRead && <Notice>{t.streams.notInside}</Notice>}
      {subscription && <OwnStreamSettings subscription={subscription} />}
      {subscription && <StreamAddresses subscription={subscription} />}
      <StreamMembers stream={stream} canAdd={canRead} />
      {isAdmin && (
        <footer className={styles.section}>
          <div>
            <Button look="danger" size="small" onClick={() => setOpen('archive')}>
              {t.streams.archive}
            </Button>
          </div>
        </footer>
      )}
      {open === 'edit' && (
        <EditStreamDialog stream={stream} mayChangePrivacy={canRead} onClose={() => setOpen(undefined)} />
      )}
      {open === 'archive' && (
        <ConfirmDialog
          title={t.streams.archiveTitle(stream.name)}
          confirm={t.streams.archive}
          onConfirm={async () => {
            await callChat('DELETE /streams/{stream_id}', { stream_id: stream.stream_id })
            showToast(t.streams.archived(stream.name))
            openHash('#streams')
          }}
          onClose={() => setOpen(undefined)}
        >
          {t.streams.archiveText}
        </ConfirmDialog>
      )}
    </article>
  )
}

/** The user's own settings of the stream. */
function OwnStreamSettings({ subscription }: { subscription: Subscription }) {
  const change = useChangeSubscription()
  const id = subscription.stream_id
  const check = (property: OwnProperty & keyof Subscription, label: string, hint?: string) => (
    <SavedCheck
      label={label}
      hint={hint}
      checked={subscription[property] === true}
      save={(value) => change(id, property, value)}
    />
  )
  return (
    <section className={styles.section} aria-label={t.streams.own}>
      <h3>{t.streams.own}</h3>
      {check('is_muted', t.streams.muted, t.streams.mutedHint)}
      {check('pin_to_top', t.streams.pinned)}
      {check('desktop_notifications', t.streams.desktop)}
      {check('audible_notifications', t.streams.sound)}
      {check('wildcard_mentions_notify', t.streams.wildcard)}
      <ColorChoice color={subscription.color} save={(color) => change(id, 'color', color)} />
    </section>
  )
}

/** The subscribers, as far as the user may know. */
function StreamMembers({ stream, canAdd }: { stream: KnownStream; canAdd: boolean }) {
  const members = useChat((state) =>
    [...(state.subscribers.get(stream.stream_id) ?? [])].map((id) => state.people.get(id)),
  ).filter((person): person is Person => person?.is_active === true)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const mayAdd = useChat((state) => canAdd && meetsPolicy(state, state.realm.invite_to_stream_policy))
  const [query, setQuery] = useState('')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Person>()
  const shown = sortPersons(members).filter((person) => matchesPerson(person, query))
  return (
    <section className={styles.section} aria-label={t.streams.people}>
      <div className={styles.sectionHeader}>
        <h3>
          {t.streams.people} ({members.length})
        </h3>
        {mayAdd && (
          <Button size="small" icon={<UserPlus />} onClick={() => setAdding(true)}>
            {t.streams.add}
          </Button>
        )}
      </div>
      {members.length > FEW && (
        <TextField
          label={t.streams.findMembers}
          hideLabel
          type="search"
          placeholder={t.streams.findMembers}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className={styles.members} aria-label={t.streams.people}>
        {shown.map((person) => (
          <li key={person.user_id} className={styles.member}>
            <Avatar url={person.avatar_url} name={person.full_name} size="small" />
            <span className={styles.name}>{person.full_name}</span>
            {isAdmin && (
              <IconButton
                label={t.streams.removePerson(person.full_name)}
                onClick={() => setRemoving(person)}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
        {shown.length === 0 && <li className={styles.soft}>{t.streams.nobodyFound}</li>}
      </ul>
      {adding && (
        <AddPeopleDialog
          stream={stream}
          members={members.map((person) => person.user_id)}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t.streams.removeTitle(removing.full_name, stream.name)}
          confirm={t.streams.remove}
          onConfirm={() =>
            callChat('DELETE /users/me/subscriptions', {
              subscriptions: [stream.name],
              principals: [removing.user_id],
            })
          }
          onClose={() => setRemoving(undefined)}
        >
          {t.streams.removeText}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Where the stream is found from outside. */
function StreamAddresses({ subscription }: { subscription: Subscription }) {
  const narrowHash = useNarrowHash()
  const hash = narrowHash({ kind: 'stream', streamId: subscription.stream_id })
  return (
    <dl className={styles.addresses}>
      <dt>{t.streams.link}</dt>
      <dd>
        <CopiedValue label={t.streams.link} value={`${location.origin}/${hash}`} />
      </dd>
      {subscription.email_address && (
        <>
          <dt>{t.streams.address}</dt>
          <dd>
            <CopiedValue label={t.streams.address} value={subscription.email_address} />
            <p className={styles.hint}>{t.streams.addressText}</p>
          </dd>
        </>
      )}
    </dl>
  )
}

/** The same that the server gives to streams, of each hue one. */
const colors = [
  '#76ce90',
  '#bfd56f',
  '#e7cc4d',
  '#f4ae55',
  '#ee7e4a',
  '#e4523d',
  '#e79ab5',
  '#bd86e5',
  '#9987e1',
  '#4f8de4',
  '#a6c7e5',
  '#c2c2c2',
]

function ColorChoice({ color, save }: { color: string; save: (color: string) => Promise<unknown> }) {
  const id = useId()
  const custom = useRef<HTMLInputElement>(null)
  const { shown, error, change } = useSavedValue(color, save)
  const keep = useRef(change)
  keep.current = change
  // React reports every step while a colour is being picked. The native change event comes at the end.
  useEffect(() => {
    const input = custom.current
    const done = () => keep.current(input?.value ?? '')
    input?.addEventListener('change', done)
    return () => input?.removeEventListener('change', done)
  }, [])
  useEffect(() => {
    if (custom.current) custom.current.value = color
  }, [color])
  return (
    <fieldset className={styles.choice}>
      <legend>{t.streams.color}</legend>
      {colors.map((one, index) => (
        <input
          key={one}
          type="radio"
          name={id}
          className={styles.color}
          style={{ backgroundColor: one }}
          aria-label={t.streams.colorNumber(index + 1)}
          checked={one === shown}
          onChange={() => change(one)}
        />
      ))}
      <input
        ref={custom}
        type="color"
        className={styles.custom}
        defaultValue={color}
        aria-label={t.streams.otherColor}
        title={t.streams.otherColor}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
    </fieldset>
  )
}
