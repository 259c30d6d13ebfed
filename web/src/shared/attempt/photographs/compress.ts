// Makes a photograph small enough to send: drawn anew as a JPEG, which also drops what the camera wrote
// into the file, such as the place.

/** The largest photograph that the server takes, in bytes. */
export const LARGEST = 150 * 1024
/** The longest side to begin with, in pixels: handwriting stays readable. */
const LONGEST_SIDE = 1280
/** Below this nobody can read it. */
const SHORTEST_SIDE = 320
const QUALITIES = [0.8, 0.7, 0.6, 0.5, 0.4, 0.3]

/** One try: null where the browser cannot. */
type Encode = (longest: number, quality: number) => Promise<Blob | null>

/** The first try that fits: quality goes down first, then size. Throws where none does. */
export async function shrink(encode: Encode, longest: number): Promise<Blob> {
  for (let side = Math.min(longest, LONGEST_SIDE); ; side = Math.round(side * 0.75)) {
    for (const quality of QUALITIES) {
      const blob = await encode(side, quality)
      if (blob === null) throw new Error('the browser cannot encode a JPEG')
      if (blob.size <= LARGEST) return blob
    }
    if (side < SHORTEST_SIDE) throw new Error('the photograph stays too large')
  }
}

/** The photograph upright, as a JPEG of at most 150 KB. Throws where the file is no picture. */
export async function compress(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    // All supported browsers turn it as the camera says, here and when it is drawn.
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    return await shrink(
      (longest, quality) => {
        const scale = Math.min(1, longest / Math.max(width, height))
        const canvas = document.createElement('canvas')
        canvas.width = Math.max(1, Math.round(width * scale))
        canvas.height = Math.max(1, Math.round(height * scale))
        const paper = canvas.getContext('2d')
        if (paper === null) return Promise.resolve(null)
        paper.imageSmoothingQuality = 'high'
        // A JPEG has no transparency.
        paper.fillStyle = '#fff'
        paper.fillRect(0, 0, canvas.width, canvas.height)
        paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
        return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
      },
      Math.max(width, height),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
