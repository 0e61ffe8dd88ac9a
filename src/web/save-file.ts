/** Passes the file of an answer to the browser's downloads, under the name that the server gave it. */
export async function saveFile(response: Response): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(response) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function fileName(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(header)?.[1]
}
