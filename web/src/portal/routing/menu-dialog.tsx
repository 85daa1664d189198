import type { Menu, NewMenu } from '@switchboard/client/telephony'
import { Plus, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { UploadedSound } from '../sounds/uploaded-sound.tsx'
import type { RouteEditing } from './route.ts'
import { numberOf, RouteDialog } from './route-dialog.tsx'
import styles from './routing.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#']

interface MenuDialogProps extends RouteEditing<Menu> {
  /** The prompt is saved at once, beside the form. */
  onChanged: () => void
}

export function MenuDialog({ instanceUuid, onChanged, ...editing }: MenuDialogProps) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const texts = p.routing.menus
  return (
    <RouteDialog
      {...editing}
      add={texts.add}
      formOf={formOf}
      bodyOf={bodyOf}
      create={(body) => client.call('POST /instances/{instance_uuid}/menus', at, body)}
      change={(id, changes) =>
        client.call('PATCH /instances/{instance_uuid}/menus/{menu_id}', { ...at, menu_id: id }, changes)
      }
    >
      {({ form, set, faultAt }) => {
        const number = (name: 'timeout' | 'tries', label: string, unit: string) => (
          <TextField
            label={label}
            unit={unit}
            error={faultAt(`/${name}`)}
            inputMode="numeric"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        const destination = (name: 'silent' | 'wrong', pointer: string, label: string) => (
          <TextField
            label={label}
            hint={p.routing.destinationHint}
            error={faultAt(pointer)}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        return (
          <>
            <MenuPrompt instanceUuid={instanceUuid} menu={editing.route} onChanged={onChanged} />
            <MenuOptionFields
              options={form.options}
              faultAt={faultAt}
              onChange={(options) => set({ options })}
            />
            <SwitchField
              label={texts.directDial}
              checked={form.directDial}
              onChange={(event) => set({ directDial: event.target.checked })}
            />
            <FieldGrid>
              {number('timeout', texts.timeout, p.routing.groups.seconds)}
              {number('tries', texts.tries, texts.times)}
              {destination('silent', '/timeout_destination', texts.silent)}
              {destination('wrong', '/invalid_destination', texts.wrong)}
            </FieldGrid>
          </>
        )
      }}
    </RouteDialog>
  )
}

const formOf = (menu: Menu | undefined) => ({
  number: String(menu?.number ?? ''),
  name: menu?.name ?? '',
  options: (menu?.options ?? []).map(
    (option): OptionForm => ({ key: option.digit, ...option }),
  ) as readonly OptionForm[],
  timeout: String(menu?.timeout ?? 5),
  tries: String(menu?.tries ?? 3),
  silent: menu?.timeout_destination ?? '',
  wrong: menu?.invalid_destination ?? '',
  directDial: menu?.direct_dial ?? false,
})

const bodyOf = (form: ReturnType<typeof formOf>): NewMenu => ({
  number: numberOf(form.number),
  name: form.name.trim(),
  options: form.options.map(({ digit, destination }) => ({ digit, destination: destination.trim() })),
  timeout: numberOf(form.timeout),
  tries: numberOf(form.tries),
  timeout_destination: form.silent.trim(),
  invalid_destination: form.wrong.trim(),
  direct_dial: form.directDial,
})

interface MenuPromptProps {
  instanceUuid: string
  /** none: it is being created */
  menu: Menu | undefined
  onChanged: () => void
}

/** What callers hear in a menu. */
function MenuPrompt({ instanceUuid, menu, onChanged }: MenuPromptProps) {
  const { client } = usePortal()
  const texts = p.routing.menus
  if (!menu) return <p>{texts.promptLater}</p>
  const at = { instance_uuid: instanceUuid, menu_id: menu.id }
  return (
    <fieldset className={styles.rows}>
      <legend>{texts.prompt}</legend>
      <p>{texts.promptHint}</p>
      <UploadedSound
        sound={menu.prompt}
        version={menu.prompt?.id}
        path={`/instances/${instanceUuid}/menus/${menu.id}/prompt`}
        texts={{ ...texts, label: texts.prompt, remove: texts.removePrompt }}
        onUpload={async (form) => {
          await client.call('PUT /instances/{instance_uuid}/menus/{menu_id}/prompt', at, form)
          onChanged()
        }}
        onRemove={async () => {
          await client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}/prompt', at)
          onChanged()
        }}
      />
    </fieldset>
  )
}

interface OptionForm {
  key: string
  digit: string
  destination: string
}

/** Which number each key leads to. */
function MenuOptionFields({
  options,
  faultAt,
  onChange,
}: {
  options: readonly OptionForm[]
  faultAt: (pointer: string) => string | undefined
  onChange: (options: readonly OptionForm[]) => void
}) {
  const { menus } = p.routing
  const set = (key: string, changes: Partial<OptionForm>) =>
    onChange(options.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const faults = options.map((_, index) => faultAt(`/options/${index}/`))
  const fault = faults.some(Boolean) ? undefined : faultAt('/options')
  const next = digits.find((digit) => options.every((one) => one.digit !== digit))
  return (
    <fieldset className={styles.rows}>
      <legend>{menus.options}</legend>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {options.map(({ key, digit, destination }, index) => (
        <div key={key} className={styles.option}>
          <SelectField
            label={menus.key}
            value={digit}
            onChange={(event) => set(key, { digit: event.target.value })}
          >
            {digits.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <TextField
            label={menus.destination}
            error={faults[index]}
            autoComplete="off"
            value={destination}
            onChange={(event) => set(key, { destination: event.target.value })}
          />
          <Button
            look="plain"
            icon={<Trash2 />}
            aria-label={menus.removeOption(digit)}
            onClick={() => onChange(options.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {next !== undefined && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...options, { key: crypto.randomUUID(), digit: next, destination: '' }])}
          >
            {menus.addOption}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
