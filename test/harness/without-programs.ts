/** While it runs, no program is found: as on a server where the packages are not installed. */
export async function withoutPrograms<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    return await work()
  } finally {
    process.env.PATH = PATH
  }
}
