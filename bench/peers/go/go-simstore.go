// go-simstore STORE FINGERPRINTS QUERIES DISTANCE:QUERIES…, where STORE is small, 3 or 6.
// The protocol is described in bench/peers/driver.ts.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"

	simstore "github.com/dgryski/go-simstore"
)

func fingerprints(name string) []uint64 {
	bytes, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	rows := make([]uint64, len(bytes)/8)
	for i := range rows {
		rows[i] = binary.LittleEndian.Uint64(bytes[8*i:])
	}
	return rows
}

// Milliseconds of CPU so far.
func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

// The median milliseconds of CPU of up to five runs, none of which begins after two seconds of it.
func median(task func()) float64 {
	var times []float64
	begin := cpu()
	for {
		start := cpu()
		task()
		times = append(times, cpu()-start)
		if len(times) == 5 || cpu()-begin >= 2000 {
			sort.Float64s(times)
			return times[len(times)/2]
		}
	}
}

func newStore(kind string, rows int) simstore.Storage {
	switch kind {
	case "small":
		return simstore.New3Small(rows)
	case "3":
		return simstore.New3(rows, simstore.NewU64Slice)
	default:
		return simstore.New6(rows, simstore.NewU64Slice)
	}
}

func main() {
	rows := fingerprints(os.Args[2])
	queries := fingerprints(os.Args[3])
	var store simstore.Storage
	built := median(func() {
		store = newStore(os.Args[1], len(rows))
		for id, row := range rows {
			store.Add(row, uint64(id))
		}
		store.Finish()
	})
	fmt.Printf("{\"what\":\"build\",\"ms\":%f,\"count\":%d,\"sum\":0}\n", built, len(rows))
	for _, search := range os.Args[4:] {
		// The store is made for its one distance.
		count, err := strconv.Atoi(search[strings.Index(search, ":")+1:])
		if err != nil {
			panic(err)
		}
		var found, sum uint64
		ms := median(func() {
			found, sum = 0, 0
			for i, query := range queries[:count] {
				for _, id := range store.Find(query) {
					found++
					sum += uint64(i+1) * id
				}
			}
		})
		fmt.Printf("{\"what\":\"%s\",\"ms\":%f,\"count\":%d,\"sum\":%d}\n", search, ms, found, sum)
	}
}
