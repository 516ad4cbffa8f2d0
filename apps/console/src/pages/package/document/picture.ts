import { ASK_AGAIN, canvasFor, type Paper, Unreadable } from './paper.ts';

export async function openPicture(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Paper> {
  const picture = await createImageBitmap(new Blob([bytes], { type })).catch((cause: unknown) => {
    throw new Unreadable('This image is damaged', `It cannot be shown. ${ASK_AGAIN}`, { cause });
  });
  return {
    sizes: [{ width: picture.width, height: picture.height }],
    async draw({ width, rotation }) {
      const lying = rotation % 180 !== 0;
      const canvas = canvasFor(lying ? { width: picture.height, height: picture.width } : picture, width);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser does not have enough memory for an image of this size.');
      const scale = canvas.width / (lying ? picture.height : picture.width);
      context.imageSmoothingQuality = 'high';
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((rotation * Math.PI) / 180);
      context.scale(scale, scale);
      context.drawImage(picture, -picture.width / 2, -picture.height / 2);
      return canvas;
    },
    close: () => picture.close(),
  };
}
