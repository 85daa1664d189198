export interface InstalledAsterisk {
  readonly command: readonly [string, ...string[]]
  readonly directories: Readonly<Record<string, string>>
  /** of its English sounds */
  readonly sounds: string | undefined
}
export function findAsterisk(): InstalledAsterisk | undefined
export function installAsterisk(): void
