// Pictures of pages, read and compared on a canvas of the browser. Injected into a blank page.
window.pictures = (() => {
  // Edge of the squares whose mean colours are compared, in pixels of a reference.
  const BLOCK = 8;

  const load = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
  };

  const canvas = (width, height) => {
    const made = document.createElement("canvas");
    [made.width, made.height] = [width, height];
    const pen = made.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    return [made, pen];
  };

  const scaled = (image, width, height) => {
    const [made, pen] = canvas(width, height);
    pen.drawImage(image, 0, 0, width, height);
    return [made, pen.getImageData(0, 0, width, height).data];
  };

  const packed = (image, width, height) => scaled(image, width, height)[0].toDataURL("image/webp", 0.8);

  /** Mean colours of the blocks, row by row. */
  const blocks = (data, width, height) => {
    const means = [];
    for (let top = 0; top < height; top += BLOCK) {
      for (let left = 0; left < width; left += BLOCK) {
        const sum = [0, 0, 0];
        let count = 0;
        for (let y = top; y < Math.min(top + BLOCK, height); y++) {
          for (let x = left; x < Math.min(left + BLOCK, width); x++, count++) {
            for (const n of [0, 1, 2]) sum[n] += data[4 * (y * width + x) + n];
          }
        }
        means.push([left, top, sum.map((part) => part / count)]);
      }
    }
    return means;
  };

  return {
    /** A picture scaled by `scale`, as WebP. */
    async shrink(source, scale) {
      const image = await load(source);
      return packed(image, Math.round(image.width * scale), Math.round(image.height * scale));
    },

    /** The largest difference of a block, 0 to 255, how many differ by more than `most`, and both pictures side by
        side with a third in which those blocks are marked. */
    async compare(source, reference, scale, most) {
      const [image, wanted] = [await load(source), await load(reference)];
      const [width, height] = [wanted.width, wanted.height];
      if (width !== Math.round(image.width * scale) || height !== Math.round(image.height * scale)) {
        return { wrong: `${image.width}x${image.height} pixels` };
      }
      // Packed too, so that the losses of the format are the same.
      const again = await load(packed(image, width, height));
      const [ours, theirs] = [scaled(again, width, height), scaled(wanted, width, height)];
      const before = blocks(theirs[1], width, height);
      let [worst, count] = [0, 0];
      const [made, pen] = canvas(3 * width + 20, height);
      pen.drawImage(theirs[0], 0, 0);
      pen.drawImage(ours[0], width + 10, 0);
      pen.drawImage(ours[0], 2 * width + 20, 0);
      blocks(ours[1], width, height).forEach(([left, top, mean], at) => {
        const difference = Math.max(...mean.map((part, n) => Math.abs(part - before[at][2][n])));
        worst = Math.max(worst, difference);
        if (difference <= most) return;
        count += 1;
        pen.fillStyle = "#f0f8";
        pen.fillRect(2 * width + 20 + left, top, BLOCK, BLOCK);
      });
      return { worst, count, shown: made.toDataURL("image/png") };
    },

    /** How the ink of each box is spread from left to right: shares of `parts` equal parts, and the whole in square
        multiples of the height. Boxes outside the picture are null. */
    async ink(source, boxes, parts) {
      const image = await load(source);
      const [, data] = scaled(image, image.width, image.height);
      const light = (x, y) => {
        const at = 4 * (y * image.width + x);
        return 0.3 * data[at] + 0.6 * data[at + 1] + 0.1 * data[at + 2];
      };
      return boxes.map((box) => {
        if (!box) return null;
        const [left, right] = [Math.round(box.left), Math.round(box.right)];
        const [top, bottom] = [Math.round(box.top), Math.round(box.bottom)];
        if (left < 0 || top < 0 || right > image.width || bottom > image.height || right <= left) return null;
        const ground = light(left, top);
        const shares = new Array(parts).fill(0);
        let whole = 0;
        for (let x = left; x < right; x++) {
          for (let y = top; y < bottom; y++) {
            const ink = Math.abs(light(x, y) - ground) / 255;
            whole += ink;
            // A column may lie in two parts.
            const at = ((x - left) / (right - left)) * parts;
            const end = ((x + 1 - left) / (right - left)) * parts;
            const first = Math.floor(at);
            const cut = Math.min(end, first + 1);
            shares[first] += (ink * (cut - at)) / (end - at);
            if (end > cut && first + 1 < parts) shares[first + 1] += (ink * (end - cut)) / (end - at);
          }
        }
        return { whole: whole / (bottom - top) ** 2, shares: shares.map((share) => share / (whole || 1)) };
      });
    },
  };
})();
