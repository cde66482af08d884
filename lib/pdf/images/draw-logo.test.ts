import sharp from "sharp";
import { expect, test } from "vitest";
import { normaliseImage } from "./clean-image";
import { drawLogo } from "./draw-logo";

const svg = (content: string, attributes = 'width="200" height="50"') =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const red = '<rect width="200" height="50" fill="#ff0000"/>';

test("draws an SVG to a PNG within the box, without its scripts", async () => {
  const { png, width, height } = await drawLogo(svg(`${red}<script>alert(1)</script>`));
  expect([width, height]).toEqual([640, 160]);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.includes("alert")).toBe(false);
  const { data } = await sharp(png)
    .extract({ left: 10, top: 10, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
});

test("reads no file that an SVG refers to", async () => {
  const { png } = await drawLogo(
    svg(
      `<image width="200" height="50" xlink:href="file:///etc/hostname"/><image width="200" height="50" href="/usr/share/pixmaps/debian-logo.png"/>`,
    ),
  );
  const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect(data.every((value) => value === 0)).toBe(true);
});

test("refuses entities, broken drawings, and files other than PNG, JPEG and SVG", async () => {
  const bomb = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>',
  );
  await expect(drawLogo(svg('<!ENTITY a "aaaa">'))).rejects.toMatchObject({ code: "image_entities" });
  await expect(drawLogo(svg("<rect"))).rejects.toMatchObject({ code: "image_damaged" });
  for (const wrong of [bomb, Buffer.from("GIF89a"), Buffer.from("<html></html>")])
    await expect(drawLogo(wrong)).rejects.toMatchObject({ code: "image_type" });
});

test("still refuses SVG for signature images after drawing a logo", async () => {
  await drawLogo(svg(red));
  await expect(normaliseImage(svg(red))).rejects.toMatchObject({ code: "image_type" });
  await expect(sharp(svg(red)).png().toBuffer()).rejects.toThrow();
});

test("reduces a large PNG and keeps its transparency", async () => {
  const large = await sharp({
    create: { width: 2000, height: 1000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  expect(await drawLogo(large)).toMatchObject({ width: 320, height: 160 });
});
